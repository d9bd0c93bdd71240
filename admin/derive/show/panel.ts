import type { ComponentType } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import type { ApiRow } from '../value-text.ts'

/** A part of a derived show page that does not follow from the declaration. */
export type Panel = ComponentType<{ resource: Resource; row: ApiRow }>

let all: Panel | undefined

/**
 * Gives show pages the panels of the rooms, as one component. The app calls it before the first rendering; panels import
 * the show page, so the show page cannot import them.
 */
export function definePanels(panels: Panel): void {
  all = panels
}

/** The panels of the rooms; undefined where none are defined. */
export const definedPanels = () => all
