import { createElement } from 'react'
import type { Page } from '../shell/page-list.ts'

/** Loads the page of a report that stands in another group than the reports. */
export const reportPage = () => import('./screen.tsx')

/** Loads the page of rows of a record, by its path, like any page. */
export const recordPage = (path: string) => async () => {
  const { RecordPages } = await import('./show/record-pages.tsx')
  return { default: () => createElement(RecordPages, { path }) }
}

/** A record whose list is in the menu, and one of its rows, which is called `one`: neither page has a file of its own. */
export function recordPages({ one, ...list }: Omit<Page, 'load' | 'who'> & { one: string }, subject: string): Page[] {
  const both = { who: { action: 'read', subject }, load: recordPage(subject) } as const
  return [
    { ...list, ...both },
    { path: `${list.path}/show/:id`, title: one, ...both },
  ]
}
