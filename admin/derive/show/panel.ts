import type { ComponentType, ReactNode } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import type { ApiRow } from '../value-text.ts'

/** A part of a derived show page that does not follow from the declaration. */
export type Panel = ComponentType<{ resource: Resource; row: ApiRow }>

/** The page of a row around its values: its declared header, and what may be done with it. */
export type ShowFrame = ComponentType<{
  resource: Resource
  row: ApiRow
  from: { title: string; path: string }
  children: ReactNode
}>

/** The panels of a row; with `from` and children its frame, `plain` where it has no declared header. */
type Panels = ComponentType<{
  resource: Resource
  row: ApiRow
  from?: { title: string; path: string }
  plain?: ReactNode
  children?: ReactNode
}>

let all: Panels | undefined

/**
 * Gives show pages the panels of the rooms, as one component. The app calls it before the first rendering; panels import
 * the show page, so the show page cannot import them.
 */
export function definePanels(panels: Panels): void {
  all = panels
}

/** The panels of the rooms; undefined where none are defined. */
export const definedPanels = () => all
