import { useCreate, useUpdate } from '@refinedev/core'
import { useCallback, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { labelOf } from '../../resources/define/label.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { clean, type Fault, problemWith } from '../../resources/define/validate.ts'
import { isRefusal, type Refusal } from '../shell/api.ts'
import { done, warned } from '../shell/notices.ts'
import { changesOf, type FormField, faultsOf, merged, pickValues, same, type Values } from './form-fields.ts'
import { pathOf } from './screens.ts'
import { useUnsaved } from './unsaved.ts'
import { type ApiRow, rowText } from './value-text.ts'

const quiet = { successNotification: false, errorNotification: false } as const

/**
 * What a form knows: the values on the screen, the row they started from, what is wrong with them, and the row somebody
 * else saved meanwhile. `save` says whether it went through.
 */
export function useRowForm(of: {
  resource: Resource
  fields: readonly FormField[]
  start: Values
  row: ApiRow | undefined
}) {
  const { resource, fields, row } = of
  const navigate = useNavigate()
  const [base, setBase] = useState(of.start)
  const [version, setVersion] = useState(row?.rowVersion)
  const [values, setValues] = useState(of.start)
  const [faults, setFaults] = useState<Fault[]>([])
  /** How often saving was refused. */
  const [attempt, setAttempt] = useState(0)
  const [theirs, setTheirs] = useState<ApiRow>()
  const [saving, setSaving] = useState(false)
  const { mutateAsync: create } = useCreate<ApiRow, Refusal>()
  const { mutateAsync: update } = useUpdate<ApiRow, Refusal>()
  const changes = changesOf(resource, base, values)
  const release = useUnsaved(() => Object.keys(changes).length > 0)
  const latest = useRef(values)
  latest.current = values

  const set = useCallback((name: string, value: unknown) => {
    setValues(old => ({ ...old, [name]: value }))
    setFaults(old => (old.some(fault => fault.field === name) ? old.filter(fault => fault.field !== name) : old))
  }, [])

  /** Brings a value into its form when its box is left, and says at once what is wrong with it. */
  const look = useCallback(
    (name: string) => {
      const field = resource.fields[name]!
      const value = clean(resource, { [name]: latest.current[name] })[name]
      if (!same(value, latest.current[name] || null)) setValues(old => ({ ...old, [name]: value }))
      const problem = value === null ? undefined : problemWith(field, value)
      if (!problem) return
      const fault = { field: name, code: problem[0], message: `${labelOf(name, field)} ${problem[1]}` }
      setFaults(old => [...old.filter(one => one.field !== name), fault])
    },
    [resource],
  )

  function refuse(wrong: Fault[]) {
    setFaults(wrong)
    setAttempt(old => old + 1)
  }

  async function send(changed: Values, rowVersion: number | undefined): Promise<ApiRow> {
    if (!row) return (await create({ resource: resource.path, values: changed, ...quiet })).data
    return (await update({ resource: resource.path, id: row.id, values: { ...changed, rowVersion }, ...quiet })).data
  }

  async function save(mine = values, start = base, rowVersion = version) {
    if (saving) return
    const cleaned = clean(resource, mine)
    const wrong = faultsOf(resource, cleaned, fields)
    setValues(cleaned)
    setFaults([])
    if (wrong.length > 0) return refuse(wrong)
    const entered = fields.filter(one => one.entered).map(one => one.name)
    const changed = row
      ? changesOf(resource, start, cleaned)
      : Object.fromEntries(entered.map(name => [name, cleaned[name]]))
    setSaving(true)
    try {
      const kept = row && Object.keys(changed).length === 0 ? row : await send(changed, rowVersion)
      release()
      done(kept === row ? 'Nothing was changed.' : `${resource.title} «${rowText(resource, kept)}» is saved.`)
      for (const { message } of kept.warnings ?? []) warned('Saved, but look again', message)
      await navigate(pathOf.show(resource, kept.id))
    } catch (error) {
      if (!isRefusal(error)) throw error
      refused(error)
    } finally {
      setSaving(false)
    }
  }

  function refused(refusal: Refusal) {
    if (refusal.statusCode === 401) return // said by the session itself; the form stays as it is
    if (refusal.code === 'STALE_ROW' && refusal.data.theirs) return setTheirs(refusal.data.theirs as ApiRow)
    if (refusal.faults.length > 0) return refuse(refusal.faults.map(fault => onForm(fault, fields)))
    const reference = refusal.requestId && ` Reference: ${refusal.requestId}`
    refuse([{ field: '', code: refusal.code, message: refusal.message + reference }])
  }

  function loadTheirs() {
    if (!theirs) return
    const fresh = pickValues(resource, theirs)
    setBase(fresh)
    setValues(fresh)
    setVersion(theirs.rowVersion)
    setFaults([])
    setTheirs(undefined)
  }

  function keepMine() {
    if (!theirs) return
    const fresh = pickValues(resource, theirs)
    const together = merged(resource, base, values, theirs)
    setBase(fresh)
    setVersion(theirs.rowVersion)
    setTheirs(undefined)
    void save(together, fresh, theirs.rowVersion)
  }

  return { values, base, faults, attempt, theirs, saving, set, look, save: () => save(), loadTheirs, keepMine }
}

/** A fault of a field that is not on the form stands above it, without a link. */
const onForm = (fault: Fault, fields: readonly FormField[]): Fault =>
  fields.some(one => one.entered && one.name === fault.field) ? fault : { ...fault, field: '' }
