/** A customer found for an order or a simulation. */
export interface FoundCustomer {
  id: number
  code: string
  name: string
  city: string | null
  channel: string | null
  /** The order block of SAP, or `portal` for one of our own. */
  blocked: string | null
}
