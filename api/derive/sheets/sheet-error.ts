/** A file that cannot be read as a sheet at all; the message is a sentence for the person who sent it. */
export class SheetError extends Error {
  override name = 'SheetError'
}
