import { useMemo } from 'react'
import { usePerson } from '../../account/person.ts'
import { everyScreen, nounsFor } from '../../shell/menu/menu-tree.ts'
import { useNotedVisits } from './note-visits.ts'
import { useGoKeys } from './use-go-keys.ts'

/** Hears the keys that lead to a noun, and notes what is opened: once, however often the menu is drawn. */
export function Attendant() {
  const person = usePerson()
  useGoKeys(useMemo(() => nounsFor(person), [person]))
  useNotedVisits(
    useMemo(() => new Set(everyScreen(person).flatMap(({ entries }) => entries.map(({ path }) => path))), [person]),
  )
  return null
}
