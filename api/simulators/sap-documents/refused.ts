/** What SAP cannot do with a document, as a sentence for whoever asked for it. */
export class Refused extends Error {
  override readonly name = 'Refused'
}
