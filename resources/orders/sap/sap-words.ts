/** An error of an order in plain words, and where it is corrected. */
export interface ErrorWords {
  means: string
  /**
   * The master to correct, for whoever may read it; where a row is missing there, the fields of the order it starts
   * with.
   */
  mend: { resource: string; label: string; missing?: readonly OrderIdField[] } | null
}

/** The known ids of the order in error. */
export type OrderIdField = 'customerId' | 'sbuId' | 'channelId' | 'orderTypeId'

const at = (means: string, resource: string, label: string): ErrorWords => ({ means, mend: { resource, label } })
/** What is corrected in the order itself, or in SAP. */
const inOrder = (means: string): ErrorWords => ({ means, mend: null })

/** What a refusal by SAP can be about. */
const topics = {
  inUse: inOrder('The document is open in SAP. It is sent again once it is closed there.'),
  unit: at('SAP does not know the unit in which a product is ordered.', 'masters/products', 'Products'),
  product: at('SAP does not know, or does not release, a product here.', 'masters/products', 'Products'),
  customer: at('SAP does not take the customer as entered there.', 'access-control/customer', 'Customer'),
  shipTo: at('SAP does not take the delivery address of the order.', 'access-control/ship-to', 'Delivery addresses'),
  plant: at('SAP does not deliver a product from the selected plant.', 'settings/plant', 'Plants'),
  price: at('SAP does not take a price of the order.', 'settings/product-price', 'List prices'),
  contract: at('SAP does not take a line under its rate contract.', 'masters/rate-contract-customer', 'Rate contracts'),
  salesArea: at('SAP does not know the sales area of the order.', 'masters/sbu', 'SBUs'),
  orderType: at('SAP does not take orders of this type.', 'settings/order-type', 'Order types'),
  credit: at('SAP has stopped the customer for their credit.', 'access-control/customer', 'Customer'),
  batch: inOrder('SAP does not have the requested batch.'),
  quantity: inOrder('SAP does not take a quantity of the order.'),
  date: inOrder('SAP does not take a date of the order.'),
  dispatched: inOrder('SAP has delivered or billed it already.'),
  posting: inOrder('SAP does not post it: the period, an account or the open item is closed there.'),
  landscape: at(
    'SAP does not know a field that the portal sends: the IT administrator checks the settings of SAP.',
    'settings/app-setting',
    'Settings',
  ),
  unknown: inOrder('SAP refused the order; its own words say why.'),
} as const satisfies Record<string, ErrorWords>

export type SapTopic = keyof typeof topics

/**
 * By SAP's words, the most telling first: message class V1 alone is about anything in an order, so its text says more
 * than its number.
 */
const byText: readonly [RegExp, SapTopic][] = [
  [/currently being processed|locked by|is locked/i, 'inUse'],
  [/\bproperty\b|malformed|\bentity\b|invalid value/i, 'landscape'],
  [/already (been )?(billed|invoiced|delivered)|goods issue/i, 'dispatched'],
  [/\bcredit\b/i, 'credit'],
  [/unit of measure|sales unit|\bunit\b.*(not|convert)/i, 'unit'],
  [/\bbatch\b/i, 'batch'],
  [/\bcontract\b|reference document|document flow/i, 'contract'],
  [/\bmaterial\b|\bproduct\b/i, 'product'],
  [/ship-to/i, 'shipTo'],
  [/\b(customer|sold-to|bill-to|payer|partner)\b/i, 'customer'],
  [/\bplant\b|shipping point|storage location/i, 'plant'],
  [/\b(price|pricing|condition)\b/i, 'price'],
  [/sales (area|organi[sz]ation|office|group)|distribution channel|\bdivision\b/i, 'salesArea'],
  [/document type|order type/i, 'orderType'],
  [/posting|\bperiod\b|G\/L|clearing|open item/i, 'posting'],
  [/\bquantity\b/i, 'quantity'],
  [/\bdate\b/i, 'date'],
]

/** By SAP's message class, where its words tell nothing: partners, conditions, material master, delivery, accounting. */
const byClass: readonly [RegExp, SapTopic][] = [
  [/^V1\/384$/, 'product'],
  [/^(VP|VB|F2)\b/, 'customer'],
  [/^(VK|V\/)/, 'price'],
  [/^(MM|M3|MC)\b/, 'product'],
  [/^ME\b/, 'contract'],
  [/^VL\b/, 'dispatched'],
  [/^(F5|RW|FI)\b/, 'posting'],
  // A long class is kept by its end.
  [/^SY\b|IWFND|IWBEP|FND\/CM|CM_MGW|MGW_RT|CM_BEC|CONSUMER/i, 'landscape'],
]

/** What a refusal is about, by SAP's message class and number such as `V1/384` and its own sentence. */
export function sapTopic(code: string | null, text: string | null): SapTopic {
  const topicRow =
    byText.find(([pattern]) => text && pattern.test(text)) ?? byClass.find(([pattern]) => pattern.test(code ?? ''))
  return topicRow?.[1] ?? 'unknown'
}

/** A refusal by SAP in plain words, and the master that would mend it. */
export const sapWords = (code: string | null, text: string | null): ErrorWords => topics[sapTopic(code, text)]
