/** Why goods move, as the portal numbers it. */
export const subSupplies = {
  SUPPLY: '1',
  EXPORT: '3',
  OWN_USE: '5',
  SALES_RETURN: '7',
  OTHERS: '8',
} as const

/** The modes of transport as the portal numbers them. */
export const transModeCodes = { ROAD: '1', RAIL: '2', AIR: '3', SHIP: '4' } as const

/** Why an e-way bill gets another vehicle. */
export const vehicleReasons = {
  BREAKDOWN: { code: '1', label: 'Breakdown' },
  TRANSHIPMENT: { code: '2', label: 'Transhipment' },
  OTHERS: { code: '3', label: 'Others' },
  FIRST: { code: '4', label: 'First vehicle' },
} as const
export type VehicleReason = keyof typeof vehicleReasons

export const cancelReasons = {
  DUPLICATE: { code: 1, label: 'Duplicate' },
  ORDER_CANCELLED: { code: 2, label: 'Order cancelled' },
  DATA_ENTRY: { code: 3, label: 'Data entry mistake' },
  OTHERS: { code: 4, label: 'Others' },
} as const
export type CancelReason = keyof typeof cancelReasons

export const extensionReasons = {
  CALAMITY: { code: 1, label: 'Natural calamity' },
  LAW_AND_ORDER: { code: 2, label: 'Law and order' },
  TRANSHIPMENT: { code: 4, label: 'Transhipment' },
  ACCIDENT: { code: 5, label: 'Accident' },
  OTHERS: { code: 99, label: 'Others' },
} as const
export type ExtensionReason = keyof typeof extensionReasons

/** The document that an e-way bill names, and which way its goods go. */
export interface Deed {
  supplyType: 'O' | 'I'
  subSupplyType: string
  docType: 'INV' | 'CHL'
}

/** A sale goes out with its invoice, a stock transfer or a part of an invoice with a challan, a return comes in. */
export const deedOf = (kind: 'SALE' | 'TRANSFER' | 'PART' | 'RETURN'): Deed =>
  ({
    SALE: { supplyType: 'O', subSupplyType: subSupplies.SUPPLY, docType: 'INV' },
    PART: { supplyType: 'O', subSupplyType: subSupplies.SUPPLY, docType: 'CHL' },
    TRANSFER: { supplyType: 'O', subSupplyType: subSupplies.OWN_USE, docType: 'CHL' },
    RETURN: { supplyType: 'I', subSupplyType: subSupplies.SALES_RETURN, docType: 'CHL' },
  })[kind] as Deed

/** The parties and places of goods; `buyer` and `shipTo` are GSTINs, null of the unregistered. */
export interface Parties {
  seller: string
  dispatchFrom: string | null
  buyer: string | null
  shipTo: string | null
}

/**
 * 1 regular, 2 bill-to and ship-to, 3 bill-from and dispatch-from, 4 both. Two addresses of one GSTIN are regular: the
 * portal refuses anything else with 618.
 */
export function transactionType({ seller, dispatchFrom, buyer, shipTo }: Parties): 1 | 2 | 3 | 4 {
  const others = shipTo !== null && shipTo !== buyer
  const elsewhere = dispatchFrom !== null && dispatchFrom !== seller
  return others ? (elsewhere ? 4 : 2) : elsewhere ? 3 : 1
}

/** The state code of a party: that of its GSTIN, 96 of one in a special economic zone or abroad. */
export const partyState = (gstin: string | null, placeState: string, isSez: boolean): number =>
  isSez ? 96 : Number(gstin?.slice(0, 2) ?? placeState)

/** Whether a number is an enrolment of a transporter (TRANSIN), which begins with 88. */
export const isTransin = (id: string): boolean => /^88[0-9A-Z]{13}$/.test(id)

/** The words of reasons as fields show them. */
export const wordsOf = (reasons: Readonly<Record<string, { label: string }>>) => {
  const staff = Object.fromEntries(Object.entries(reasons).map(([name, { label }]) => [name, label]))
  return { staff, buyer: {} }
}
