import type { Resource } from '../../../resources/define/resource.ts'
import { useGrid } from '../grid/use-grid.ts'
import type { ListState } from './list-state.ts'

/** What the list of a resource shows: its address, or the view that the address names. */
export const useShownState = (resource: Resource): ListState => useGrid(resource).shown.state
