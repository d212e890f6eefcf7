// The page is rendered at build time, by the server's code, into files for any host.
export default { output: 'export' };
