const BOUNDED = 'Texts of the answer have the length of their columns.'
const NO_TOKEN = 'A link without its secret part is refused as a wrong one, as it always was.'
const NULLS = 'What a behaviour is not limited to is null, and was left out.'

/** What of a request looks different since its command is declared, and why; a test finds each that is not named here. */
export const wireChanges: Readonly<Record<string, string>> = {
  'POST payments/cart': 'The TDS of a line may be left out, as it always might: it is 0 then.',
  'POST payments/checkout': 'The TDS of a line may be left out, as it always might: it is 0 then.',
  'GET banners': BOUNDED,
  'GET coa-goods': BOUNDED,
  'GET masters/read-data-from-sap': BOUNDED,
  'GET sap-run-errors': BOUNDED,
  'GET simulated-sap': NULLS,
  'GET shipment-tracking/dashboard': BOUNDED,
  'GET shipment-tracking/feedback-figures': BOUNDED,
  'POST coa-searches': BOUNDED,
  'POST feedback-links': `${NO_TOKEN} ${BOUNDED}`,
  'POST given-feedback': `${NO_TOKEN} Whether the goods were in order must be said, as it always must.`,
  'POST opt-out-links': NO_TOKEN,
  'POST opt-outs': NO_TOKEN,
  'POST sigma-shipments': BOUNDED,
  'POST passport-pages': `${NO_TOKEN} States are told by their codes.`,
  'POST simulated-sap': `${NULLS} At most 1000 behaviours are taken.`,
  'POST simulated-sap-commands': 'What was done is said in at most 255 characters.',
  'POST track': 'A number has at most 20 characters, as it always had; states are told by their codes.',
  'POST unsubscribe': 'What it answers is described.',
}
