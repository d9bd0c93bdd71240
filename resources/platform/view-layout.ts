/** One column of a grid as a person arranged it: its place, its width (pixels), pinned to the left, or hidden. */
export interface ColumnLayout {
  name: string
  width?: number
  pin?: boolean
  hidden?: boolean
}

/** The layout of a grid, whatever rows it shows. No columns means: as declared. */
export interface ViewLayout {
  columns: readonly ColumnLayout[]
  density: 'normal' | 'compact'
}

/** The state of a view: its layout, and its filters, sort, page size and day as in the address. */
export interface ViewState extends ViewLayout {
  query: string
}

/** The standard layout of a grid. */
export const defaultLayout: ViewLayout = { columns: [], density: 'normal' }
