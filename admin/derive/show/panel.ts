import type { ComponentType } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import type { ApiRow } from '../value-text.ts'

/** A part of a derived show page that does not follow from the declaration. */
export type Panel = ComponentType<{ resource: Resource; row: ApiRow }>
