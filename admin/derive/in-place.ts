import { type ComponentType, createContext } from 'react'
import type { Resource } from '../../resources/define/resource.ts'
import type { ApiRow } from './value-text.ts'

/** A form for a new row of another resource. */
type InPlaceForm = ComponentType<{
  target: Resource
  /** What was typed in the search; the new row starts with it. */
  typed: string
  where: Record<string, unknown>
  onMade: (row: ApiRow) => void
  onClose: () => void
}>

/** The form that references open beside the form they stand in; none within that form itself. */
export const InPlace = createContext<InPlaceForm | undefined>(undefined)
