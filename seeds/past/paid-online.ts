import type { ChoiceName } from '../../api/simulators/gateways/choices.ts'
import type { SapReaction } from './past-sap.ts'

/** A payment of an earlier day, or of today. */
export interface PastPayment {
  /** Days before today on which it was made; 0 for today. */
  ago: number
  /** The login of who pays. */
  by: 'customer' | 'distributor' | 'jyoti' | 'coromandel'
  /** How many invoices it settles, those due first; 1 unless given. */
  invoices?: number
  /** Settles the invoices of another payment, which came to nothing. */
  again?: string
  /** Paise on account. */
  advance?: number
  /** Paise of a credit note that is used with it. */
  credit?: number
  pays?: 'part' | 'less tax'
  /** The button pressed at the gateway, `success` unless given; or how far it came. */
  ends?: ChoiceName | 'never starts' | 'waits'
  /** It is not checked out: the invoices stay in the open cart. */
  inCart?: true
  /** How SAP takes it; `later` where it was not sent yet. */
  sap?: SapReaction | 'later'
  /** By which others name it. */
  name?: string
}

/** What the buyers of the demo company paid online, in every state that a payment can have. */
// biome-ignore format: a table, one row a line
export const paidOnline: readonly PastPayment[] = [
  { ago: 43, by: 'customer', invoices: 2 },
  { ago: 41, by: 'distributor', sap: 'clears short' },
  { ago: 39, by: 'coromandel', invoices: 2 },
  { ago: 36, by: 'customer', pays: 'less tax' },
  { ago: 34, by: 'distributor', ends: 'cancel', name: 'given up' },
  { ago: 33, by: 'distributor', again: 'given up', name: 'settled twice' },
  { ago: 31, by: 'coromandel', ends: 'fail', name: 'declined' },
  { ago: 30, by: 'coromandel', again: 'declined' },
  { ago: 29, by: 'customer', advance: 50_000_00, name: 'advance' },
  { ago: 27, by: 'distributor', credit: 2_500_00, name: 'never settled' },
  { ago: 25, by: 'customer', ends: 'badSignature' },
  { ago: 24, by: 'coromandel', ends: 'waits', name: 'expired' },
  { ago: 22, by: 'customer', ends: 'cancel', name: 'late' },
  { ago: 21, by: 'customer', again: 'late' },
  { ago: 19, by: 'distributor', name: 'captured twice' },
  { ago: 17, by: 'customer', name: 'refunded' },
  { ago: 15, by: 'coromandel', name: 'partly refunded' },
  { ago: 14, by: 'customer', name: 'not refunded' },
  { ago: 13, by: 'distributor', name: 'charged back' },
  { ago: 11, by: 'distributor', pays: 'part' },
  { ago: 10, by: 'customer', advance: 40_000_00, sap: 'refuses', name: 'posted by hand' },
  { ago: 8, by: 'distributor', sap: 'refuses' },
  { ago: 7, by: 'coromandel', sap: 'is silent' },
  { ago: 6, by: 'customer', sap: 'clears short' },
  { ago: 5, by: 'jyoti', ends: 'fail' },
  { ago: 4, by: 'distributor', ends: 'less' },
  { ago: 3, by: 'coromandel', ends: 'waits' },
  { ago: 2, by: 'customer', advance: 25_000_00 },
  { ago: 1, by: 'distributor', name: 'suspected' },
  { ago: 1, by: 'customer', ends: 'cancel' },
  { ago: 0, by: 'distributor', sap: 'later' },
  { ago: 0, by: 'coromandel', ends: 'never starts' },
  { ago: 0, by: 'coromandel', inCart: true },
]
