import type { ComponentType } from 'react'
import type { Capability } from '../../resources/capabilities.ts'
import type { Right } from '../../resources/define/rights.ts'
import type { Role } from '../../resources/roles.ts'
import type { ApprovalStep } from '../../resources/trade.ts'

/** The branches of the menu, in its order. A derived screen stands in the branch its resource names. */
export const groups = {
  orders: 'Orders',
  dispatches: 'Dispatches',
  'shipment-tracking': 'Shipment Tracking',
  'transaction-view': 'Transaction View',
  complaints: 'Complaints',
  coa: 'COA',
  dealerdash: 'Dealer Dashboard',
  mis: 'MIS',
  masters: 'Masters',
  'channel-13-masters': 'Channel 13 Masters',
  'access-control': 'Access Control',
  settings: 'Settings',
} as const
export type MenuGroup = keyof typeof groups

export type Action = Right

/** Some master or other, whichever it is. */
export const ANY = 'any master'

interface Permission {
  action: Right
  subject: string
}

/** Those who hold a capability, or who decide in a queue or read it. */
export type Holders = { capability: Capability } | { queue: ApprovalStep }

/** A page that is not derived from a declaration. Append a row, and menu, cards, title and permission follow. */
export interface Page {
  /** As React Router writes it: `/orders/show/:id`. */
  path: string
  title: string
  /** The branch of the menu it stands in; without one it is reached from other pages only. */
  group?: MenuGroup
  /** What it is for, in one sentence; stands on its card. */
  purpose?: string
  /** `public` needs no sign-in, `signed-in` any; else the person must be allowed the action on the subject (on one of them, on `ANY` master), or hold a capability, or decide in a queue of approvals or read it. */
  who: 'public' | 'signed-in' | Permission | { anyOf: readonly Permission[] } | Holders
  /** Has a card of its own on the home page, of everybody who may open it or of these roles. */
  home?: boolean | readonly Role[]
  /** A queue: the list whose total stands beside its menu entry and on its card, or one of the seven of approvals. */
  count?: { resource: string; query: Record<string, string> } | { queue: ApprovalStep }
  load: () => Promise<{ default: ComponentType }>
}

/** A second address of one screen (§0.8). */
export interface Redirect {
  from: string
  to: string
  /** Stands in the menu too, in this branch, for whoever may read the subject. */
  shown?: { group: MenuGroup; title: string; purpose: string; subject: string }
}

let list: { pages: readonly Page[]; redirects: readonly Redirect[] } = { pages: [], redirects: [] }

/** Gives the shell its pages. The app calls it before it shows anything; pages import the shell, so it cannot import them. */
export function definePages(pages: readonly Page[], redirects: readonly Redirect[]): void {
  list = { pages, redirects }
}

/** The pages that are not derived, and the second addresses of screens. */
export const definedPages = () => list
