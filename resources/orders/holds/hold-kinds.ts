import type { CodeField } from '../../masters/sap-code-text.ts'
import type { Role } from '../../roles.ts'

/** Why SAP holds an order, the kind that gives the words first. */
export const holdKinds = [
  'CREDIT',
  'APPROVAL',
  'INCOMPLETE',
  'DELIVERY',
  'LINE',
  'PENDING',
  'CUSTOMER',
  'CURRENCY',
  'BILLING',
] as const
export type HoldKind = (typeof holdKinds)[number]
/** The kind of the blocks of whoever buys. */
export const BUYER_BLOCKED = 'CUSTOMER' satisfies HoldKind

interface KindOfHold {
  /** What our people read after `Held in SAP:`; of kinds with texts where nobody has entered one for the code. */
  words: string | null
  /** The texts of its codes, which a person keeps. */
  texts?: CodeField
  /** Said behind the words: the code, or the day of the deliveries that it stops. */
  adds?: 'code' | 'day'
  /** Whose desk can help. */
  told: readonly Role[]
  /** Buyers do not read of it. */
  isInner?: true
  /** Its desk finds it on its list and behind the bell: nothing is mailed. */
  unmailed?: true
}

/** What each kind of hold says, and who is told of it. */
export const kindsOfHold: Readonly<Record<HoldKind, KindOfHold>> = {
  CREDIT: { words: 'credit check', told: ['CREDIT_CONTROLLER', 'SALES_REP'] },
  APPROVAL: { words: 'approval', told: ['CSC_AGENT'] },
  INCOMPLETE: { words: 'data missing', told: ['CSC_AGENT'] },
  DELIVERY: { words: null, texts: 'DELIVERY_BLOCK', told: ['CSC_AGENT', 'DISPATCH'] },
  LINE: { words: null, texts: 'DELIVERY_BLOCK', adds: 'day', told: ['CSC_AGENT'] },
  PENDING: { words: 'being checked', texts: 'REJECTION', told: ['CSC_AGENT'] },
  CUSTOMER: { words: 'customer blocked', told: ['CREDIT_CONTROLLER'] },
  CURRENCY: { words: 'currency', adds: 'code', told: ['FINANCE'], isInner: true, unmailed: true },
  BILLING: { words: null, texts: 'BILLING_BLOCK', told: ['FINANCE'], isInner: true },
}

/** The kinds of which the desk of a role is told. */
export const holdsToldTo = (role: Role): HoldKind[] => holdKinds.filter(kind => kindsOfHold[kind].told.includes(role))

/** The roles whose desks are told of holds. */
export const rolesTold: readonly Role[] = ['CREDIT_CONTROLLER', 'SALES_REP', 'CSC_AGENT', 'DISPATCH', 'FINANCE']

/** What buyers read of an order that is held, where the text of its code says nothing else. */
export const HELD_FOR_BUYERS = 'Being checked'

/** What a code without a text is called. */
export const unknownCode = (code: string): string => `block ${code}`

/** After so many working hours the head of the desk is told, too. */
export const HOURS_TO_HEAD = 24
/** A hold that comes back within so many hours of its end sends no second mail. */
export const HOURS_BETWEEN_MAILS = 24
