const BOUNDED = 'Texts of the answer have the length of their columns.'
const NO_TOKEN = 'A link without its secret part is refused as a wrong one, as it always was.'
const NULLS = 'What a behaviour is not limited to is null, and was left out.'
const SAME = 'The same, described once: what may be left out may be null.'

/** What of a request looks different since its command is declared, and why; a test finds each that is not named here. */
export const wireChanges: Readonly<Record<string, string>> = {
  'POST payments/cart': 'The TDS of a line may be left out, as it always might: it is 0 then.',
  'POST payments/checkout': 'The TDS of a line may be left out, as it always might: it is 0 then.',
  'GET banners': BOUNDED,
  'GET coa-goods': BOUNDED,
  'GET e-way-bills': BOUNDED,
  'GET lr-proposal': `${BOUNDED} The invoices are named by invoiceIds, at most 100; the rates of a lane are described.`,
  'GET masters/read-data-from-sap': BOUNDED,
  'GET sap-run-errors': BOUNDED,
  'GET simulated-sap': NULLS,
  'GET shipment-tracking/dashboard': BOUNDED,
  'GET waiting-invoices': BOUNDED,
  'GET shipment-tracking/feedback-figures': BOUNDED,
  'POST coa-searches': BOUNDED,
  'POST feedback-links': `${NO_TOKEN} ${BOUNDED}`,
  'POST given-feedback': `${NO_TOKEN} Whether the goods were in order must be said, as it always must.`,
  'POST opt-out-links': NO_TOKEN,
  'POST opt-outs': NO_TOKEN,
  'POST sigma-shipments': BOUNDED,
  'PATCH lrs/{id}': 'An e-way bill names its invoice, as it always must; at most 100 invoices are on an LR.',
  'POST lrs': 'At most 100 invoices are on an LR, as it always was.',
  'POST passport-pages': `${NO_TOKEN} States are told by their codes.`,
  'POST pod-batch-steps': SAME,
  'POST pwc-choices': SAME,
  'POST pwc-steps': SAME,
  'POST simulated-sap': `${NULLS} At most 1000 behaviours are taken.`,
  'POST simulated-sap-commands': 'What was done is said in at most 255 characters.',
  'POST track': 'A number has at most 20 characters, as it always had; states are told by their codes.',
  'POST unsubscribe': 'What it answers is described.',
}
