import type { ComponentType, ReactNode } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import type { ApiRow } from '../value-text.ts'

/** The page of a row around its values: its declared header, and what may be done with it. */
export type ShowFrame = ComponentType<{
  resource: Resource
  row: ApiRow
  from: { title: string; path: string }
  children: ReactNode
}>

let framed: { paths: readonly string[]; Frame: ShowFrame } | undefined

/** Gives the rows of some resources, by path, a header of their own. The app calls it before the first rendering. */
export function defineFrame(paths: readonly string[], Frame: ShowFrame): void {
  framed = { paths, Frame }
}

/** The frame of the rows of a resource; undefined where they have the usual one. */
export const frameOf = ({ path }: { path: string }) => (framed?.paths.includes(path) ? framed.Frame : undefined)
