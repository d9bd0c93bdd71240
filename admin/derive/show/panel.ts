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

/** The panels of a row; with `from` and children its frame. */
type Panels = ComponentType<{
  resource: Resource
  row: ApiRow
  from?: { title: string; path: string }
  children?: ReactNode
}>

let all: Panels | undefined
let framed: readonly string[] = []

/**
 * Gives show pages the panels of the rooms, as one component, and the resources by path whose rows have a frame. The app
 * calls it before the first rendering; panels import the show page, so the show page cannot import them.
 */
export function definePanels(panels: Panels, frames: readonly string[]): void {
  all = panels
  framed = frames
}

/** The panels of the rooms; undefined where none are defined. */
export const definedPanels = () => all

/** The frame of the rows of a resource; undefined where they have the usual one. */
export const frameOf = ({ path }: { path: string }) => (framed.includes(path) ? all : undefined)
