import { useQuery } from '@tanstack/react-query'
import { Suspense, useContext, useState } from 'react'
import { choiceFilter, dependsOn } from '../../../resources/define/choice-filter.ts'
import type { Field } from '../../../resources/define/fields.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { usePerson } from '../../account/person.ts'
import { rowsOf } from '../../shell/rows.ts'
import { Opening } from '../../shell/use-quick-exit.ts'
import { InPlace } from '../in-place.ts'
import { targetOf } from '../reference-texts.ts'
import type { Control } from './control.ts'

import { ReferencePicker } from './reference-picker.tsx'

/**
 * A reference in a form: search, the person's recent choices, and a way to create the other row without leaving. Where
 * the choice depends on another field, that field is asked for first; a chosen inactive row is marked.
 */
export function ReferenceInput(input: {
  resource: Resource
  field: Field
  control: Control & { onBlur: () => void }
  values: RowValues
  value: number | null
  text: string | null | undefined
  onChange: (id: number | null) => void
}) {
  const { resource, field, control, values, value, onChange } = input
  const target = targetOf(resource, field.to!)
  const { may, user } = usePerson()
  const CreateInPlace = useContext(InPlace)
  const [creating, setCreating] = useState<string>()
  const where = choiceFilter(field, values)
  const wanting = Object.entries(field.where ?? {}).find(([column, of]) => dependsOn(of) && where[column] === null)
  const inactive = useInactive(target, may('read', target.path) ? value : null)
  const first = wanting && dependsOn(wanting[1])!

  function choose(id: number | null) {
    if (id !== null) rememberChoice(user.id, target.path, id)
    onChange(id)
  }

  function close() {
    setCreating(undefined)
    document.getElementById(control.id)?.focus()
  }

  return (
    <>
      <ReferencePicker
        {...control}
        target={target}
        where={where}
        text={input.text}
        value={value}
        onChange={choose}
        recent={recentChoices(user.id, target.path)}
        {...(first && { placeholder: `Choose ${labelOf(first, resource.fields[first] ?? {})} first` })}
        {...(CreateInPlace && target.kind === 'master' && may('create', target.path) && { onCreate: setCreating })}
      />
      {inactive && <span className="field-error">This row is inactive: choose another one to save a change here</span>}
      {CreateInPlace && creating !== undefined && (
        <Suspense fallback={<Opening onClose={close} />}>
          <CreateInPlace
            target={target}
            typed={creating}
            where={where}
            onMade={row => {
              choose(row.id)
              close()
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}

/** Whether the chosen row is inactive; false until the answer arrives. */
function useInactive(target: Resource, id: number | null): boolean {
  const { data } = useQuery({
    queryKey: ['inactive', target.path, id],
    enabled: id !== null && target.kind === 'master',
    staleTime: 60_000,
    queryFn: async () => (await rowsOf(target).total({ where: { id, isActive: false } })) > 0,
  })
  return data === true
}

const MAX_CHOICES = 5

/** The ids that a person chose last for references to a resource, newest first; stored by the browser. */
function recentChoices(personId: number, path: string): number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(personId, path)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(id => Number.isSafeInteger(id)).slice(0, MAX_CHOICES) : []
  } catch {
    return [] // the browser has no storage, or holds something else under this key
  }
}

/** Remembers a choice, where the browser has storage. */
function rememberChoice(personId: number, path: string, id: number) {
  const next = [id, ...recentChoices(personId, path).filter(known => known !== id)].slice(0, MAX_CHOICES)
  try {
    localStorage.setItem(keyOf(personId, path), JSON.stringify(next))
  } catch {
    // private windows may refuse; then nothing is remembered
  }
}

const keyOf = (personId: number, path: string) => `bilty.recent.${personId}.${path}`
