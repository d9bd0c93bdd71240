import type { ComponentType, LazyExoticComponent } from 'react'
import type { Person } from '../../account/person.ts'
import type { WholeLr } from './use-lr.ts'

/** A part of the page of an LR. It brings its own heading, as `LrPanel`, and renders nothing where it has nothing. */
export interface LrPart {
  id: string
  /** Whether the person gets it; everybody who reads the LR unless given. */
  who?: (person: Person) => boolean
  show: LazyExoticComponent<ComponentType<LrPartProps>>
}

export interface LrPartProps {
  wholeLr: WholeLr
  /** Reads the LR again after a change. */
  reload: () => void
}
