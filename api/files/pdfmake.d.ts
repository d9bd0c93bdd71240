/** The part of pdfmake that is used; it ships no types. */
declare module 'pdfmake' {
  interface Printer {
    setFonts(fonts: Record<string, Record<string, string>>): void
    setUrlAccessPolicy(allows: (url: string) => boolean): void
    setLocalAccessPolicy(allows: (path: string) => boolean): void
    createPdf(document: object): { getBuffer(): Promise<Buffer> }
  }
  const printer: Printer
  export default printer
}
declare module 'pdfmake/fonts/Roboto.js' {
  const fonts: Record<string, Record<string, string>>
  export default fonts
}
