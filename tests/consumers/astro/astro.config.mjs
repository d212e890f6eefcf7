// What a server needs for files alone: nothing about the package.
export default { telemetry: false, devToolbar: { enabled: false } };
