// Made by web/figure-styles.mjs.
declare module 'virtual:figure-styles' {
  const styles: string;
  export default styles;
}
declare module 'virtual:instrument-styles' {
  const styles: string;
  export default styles;
}
