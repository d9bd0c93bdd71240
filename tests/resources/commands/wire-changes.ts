const BOUNDED = 'Texts of the answer have the length of their columns.'
const NO_TOKEN = 'A link without its secret part is refused as a wrong one, as it always was.'
const NULLS = 'What a behaviour is not limited to is null, and was left out.'
const SAME = 'The same, described once: what may be left out may be null.'

const everyStep =
  'Each step is described with what it asks, and needs it; a step that the portal takes by itself is not offered.'
const waiting =
  'Steps that wait for a rule are told with its reason; a step that the portal takes by itself is not named.'
const defaultTds = 'The TDS of a line may be left out, as it always might: it is 0 then.'

/** What of a request looks different since its command is declared, and why; a test finds each that is not named here. */
export const wireChanges: Readonly<Record<string, string>> = {
  'GET complaint-steps': waiting,
  'GET dispute-steps': waiting,
  'POST complaint-reassignments':
    'Gone: `POST complaint-bulk-steps` takes over and reassigns many, with the same results as those of disputes.',
  'POST complaint-steps': everyStep,
  'POST complaints': 'What may be left out was described as null twice.',
  'POST dispute-bulk-steps': everyStep,
  'POST dispute-steps': everyStep,
  'POST payments/cart': defaultTds,
  'POST payments/checkout': defaultTds,
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
  'GET dealerdash': 'The code and the name of the distributor have the lengths of the master.',
  'GET home': 'A number says null where nothing is late or dated; these names were left out.',
  'GET my-report-files': 'Its texts have the lengths of their columns.',
  'POST my-report-files': 'Its texts have the lengths of their columns.',
  'GET my-report-schedules': 'Its texts have the lengths of their columns.',
  'POST my-report-schedules': 'Its texts have the lengths of their columns; a report without filters needs no query.',
  'GET my-restatements': 'Its texts have the lengths of their columns.',
  'GET growth-bridge': 'Each step is always told; it is 0 where it adds nothing.',
  'GET report-groups': 'A key is said to be what it always was: an id, a text, yes or no, or null.',
  'GET layouts': 'The list and the name have the lengths of their columns.',
  'POST layouts': 'One of five bodies, each with the names that belong together; the answer names all five.',
  'GET views': 'The list and the name have the lengths of their columns.',
  'POST views': 'The list and the name have the lengths of their columns.',
  'PATCH views/{id}': 'The list and the name have the lengths of their columns.',
  'GET my-notifications': 'Texts and links have the lengths of their columns.',
  'GET demo-mail': 'The text of a mail may be long.',
  'GET documents': 'The category has the length of its column.',
  'GET customer-360': 'A customer’s own people ask without an id; states, ages and lengths are told.',
  'GET customer-360-tab': 'A customer’s own people ask without an id; the tabs and the two days are told.',
  'GET sheets/customer-360': 'A customer’s own people ask without an id; the tabs and the two days are told.',
  'GET masters/customer-annexure-view': 'The columns of a line are told.',
  'POST annexure-prices': 'At most 200 addresses at once; how many prices were made is told.',
  'GET order-context':
    'Its texts have the lengths of their columns, its choices their options; a place without a city says null, and what is owed is told by name.',
  'GET simulation-context':
    'Its texts have the lengths of their columns, its choices their options; a place without a city says null, and what is owed is told by name.',
  'GET order-frequent-items': 'Its texts have the lengths of their columns, its choices their options.',
  'GET order-sources': 'Its texts have the lengths of their columns, its choices their options.',
  'GET order-source-lines': 'Its texts have the lengths of their columns, its choices their options.',
  'GET order-templates': 'Its texts have the lengths of their columns, its choices their options.',
  'POST order-templates': 'Its texts have the lengths of their columns, its choices their options.',
  'POST order-matches':
    'Its texts have the lengths of their columns, its choices their options; a row may have a code and no words.',
  'POST learned-codes': 'Its texts have the lengths of their columns, its choices their options.',
  'POST order-sheets': 'The text of a workbook may be long.',
}
