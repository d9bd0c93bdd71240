import type { ComponentType } from 'react'
import type { Capability } from '../../resources/capabilities.ts'
import type { Right } from '../../resources/define/rights.ts'
import type { ApprovalStep } from '../../resources/trade.ts'

/** The groups of screens by their addresses, each with a page of cards. A derived screen belongs to the one its resource names. */
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

/** Stands for any master in a permission. */
export const ANY = 'any master'

interface Permission {
  action: Right
  subject: string
}

/** Those who hold a capability, or who decide in a queue or read it. */
export type Holders = { capability: Capability } | { queue: ApprovalStep }

/** A page that is not derived from a declaration. Its entry gives it the menu line, card, title and permission. */
export interface Page {
  /** In React Router's syntax: `/orders/show/:id`. */
  path: string
  /** What the tab of the browser shows: the customer's title. */
  title: string
  /** What the page and the menu call it, where the title tells nothing by itself. */
  heading?: string
  /** The group of its card and its place in the menu; without one the page is reached from other pages only. */
  group?: MenuGroup
  /** Its purpose in one sentence, shown on its card; that of the declaration at its path, where it says none. */
  purpose?: string
  /**
   * `public` needs no sign-in, `signed-in` any; otherwise the person must be allowed the action on the subject (on one
   * of them, on `ANY` master), hold a capability, or decide in a queue of approvals or read it.
   */
  who: 'public' | 'signed-in' | Permission | { anyOf: readonly Permission[] } | Holders
  /** The list whose total is shown on its card, or one of the seven approval queues. */
  count?: { resource: string; query: Record<string, unknown> } | { queue: ApprovalStep }
  /** Only there while the built-in simulator answers for SAP. */
  needsSimulatedSap?: true
  load: () => Promise<{ default: ComponentType }>
}

/** A second address of a screen. */
export interface Redirect {
  from: string
  to: string
  /** Shows it in the menu too, in this group, to people who may read the subject. */
  shown?: { group: MenuGroup; title: string; heading: string; purpose: string; subject: string }
}

let list: { pages: readonly Page[]; redirects: readonly Redirect[] } = { pages: [], redirects: [] }

/**
 * Gives the shell its pages. The app calls it before the first rendering; pages import the shell, so the shell cannot
 * import them.
 */
export function definePages(pages: readonly Page[], redirects: readonly Redirect[]): void {
  list = { pages, redirects }
}

/** The pages that are not derived, and the second addresses of screens. */
export const definedPages = () => list

/** What a page shows as its heading: what it says itself, but of its title what its entry says instead of it. */
export function headingAt(pathname: string, said: string | undefined): string | undefined {
  const page = list.pages.find(({ path }) => path === pathname)
  return said === undefined || said === page?.title ? (page?.heading ?? said) : said
}
