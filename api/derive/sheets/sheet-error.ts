/** A file that cannot be read as a sheet; the message is shown to the sender. */
export class SheetError extends Error {
  override name = 'SheetError'
}
