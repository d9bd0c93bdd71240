import { useCreate, useUpdate } from '@refinedev/core'
import { useCallback, useRef, useState } from 'react'
import { confirmationSentence } from '../../../resources/define/confirmation.ts'
import { dayOf, isDay, monthsLater } from '../../../resources/define/dates.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { overwrittenAmount, succeededBy } from '../../../resources/define/succession.ts'
import { clean, type Fault, problemWith, withoutInapplicable } from '../../../resources/define/validate.ts'
import { isRefusal, type Refusal } from '../../shell/api.ts'
import { showSuccess, showWarning } from '../../shell/notices/notices.ts'
import { type ApiRow, rowText } from '../value-text.ts'
import type { FormField } from './fields-of.ts'
import { applicableFields, changedValues, formFaults, formValues, sameValue } from './form-fields.ts'
import { mergeRows, type Side } from './merge-rows.ts'

export type RowFormState = ReturnType<typeof useRowForm>

const quiet = { successNotification: false, errorNotification: false } as const

/**
 * The state of a form: the current values, the row they started from, their errors, and the row somebody else saved
 * meanwhile. `onSaved` gets the saved row.
 */
export function useRowForm(of: {
  resource: Resource
  declared: readonly FormField[]
  start: RowValues
  row: ApiRow | undefined
  onSaved: (row: ApiRow) => void
}) {
  const { resource, declared, row, onSaved } = of
  const [base, setBase] = useState(of.start)
  const [version, setVersion] = useState(row?.rowVersion)
  const [values, setValues] = useState(of.start)
  const [why, setWhy] = useState('')
  const [faults, setFaults] = useState<Fault[]>([])
  /** The number of refused attempts to save. */
  const [attempt, setAttempt] = useState(0)
  const [theirs, setTheirs] = useState<ApiRow>()
  const [saving, setSaving] = useState(false)
  const today = dayOf(new Date().toISOString())
  const [begins, setBegins] = useState<string | null>(() => firstDay(today, String(row?.validTo)))
  const { mutateAsync: create } = useCreate<ApiRow, Refusal>()
  const { mutateAsync: update } = useUpdate<ApiRow, Refusal>()
  const fields = applicableFields(declared, values, row && base)
  /** The amounts in force that are changed here: whatever changes them begins a new row. */
  const amounts = row
    ? succeededBy(resource, { ...row, ...base }, today).filter(name =>
        fields.some(one => one.editable && one.name === name),
      )
    : []
  const isSucceeded = (mine: RowValues, start: RowValues) =>
    amounts.length > 0 && overwrittenAmount(resource, { ...row, ...start }, { ...row, ...mine }, today) !== undefined
  /** With the first day of the row that a changed amount begins. */
  const withStart = (mine: RowValues, start: RowValues): RowValues =>
    isSucceeded(mine, start) ? { ...mine, validFrom: begins } : mine
  const latest = useRef(values)
  latest.current = values
  const saved = useRef(false)

  const set = useCallback((name: string, value: unknown) => {
    setValues(old => ({ ...old, [name]: value }))
    setFaults(old => (old.some(fault => fault.field === name) ? old.filter(fault => fault.field !== name) : old))
  }, [])

  /** Cleans a value when its box is left, and validates it at once. */
  const checkField = useCallback(
    (name: string) => {
      const field = resource.fields[name]!
      const value = clean(resource, { [name]: latest.current[name] })[name]
      if (!sameValue(value, latest.current[name] || null)) setValues(old => ({ ...old, [name]: value }))
      const problem = value === null ? undefined : problemWith(field, value)
      if (!problem) return
      const fault = { field: name, code: problem[0], message: `${labelOf(name, field)} ${problem[1]}` }
      setFaults(old => [...old.filter(one => one.field !== name), fault])
    },
    [resource],
  )

  /** In the order of the form, so that the first error named is the first field met. */
  function refuse(wrong: Fault[]) {
    const order = resource.sections.flatMap(section => section.fields)
    setFaults([...wrong].sort((one, other) => order.indexOf(one.field) - order.indexOf(other.field)))
    setAttempt(old => old + 1)
  }

  async function send(changed: RowValues, rowVersion: number | undefined): Promise<ApiRow> {
    const body = why.trim() === '' ? changed : { ...changed, why }
    if (!row) return (await create({ resource: resource.path, values: body, ...quiet })).data
    return (await update({ resource: resource.path, id: row.id, values: { ...body, rowVersion }, ...quiet })).data
  }

  async function save(mine: RowValues, start: RowValues, rowVersion: number | undefined, more: RowValues = {}) {
    if (saving) return
    const cleaned = withoutInapplicable(enteredOnly(resource, declared), clean(resource, mine))
    const shown = applicableFields(declared, cleaned, row && start)
    const sent = withStart(cleaned, start)
    const wrong = [
      ...formFaults(resource, sent, shown),
      ...(sent === cleaned ? [] : startFaults(sent.validFrom, today)),
    ]
    setValues(cleaned)
    setFaults([])
    if (wrong.length > 0) return refuse(wrong)
    const changed = row ? { ...changedValues(resource, start, sent), ...more } : pickEntered(shown, cleaned)
    setSaving(true)
    try {
      const savedRow = row && Object.keys(changed).length === 0 ? row : await send(changed, rowVersion)
      saved.current = true
      const sentences = [`${resource.title} “${rowText(resource, savedRow)}” is saved.`, confirmationSentence(savedRow)]
      showSuccess(savedRow === row ? 'Nothing was changed.' : sentences.filter(Boolean).join(' '))
      for (const { message } of savedRow.warnings ?? []) showWarning('Saved with warnings', message)
      onSaved(savedRow)
    } catch (error) {
      if (!isRefusal(error)) throw error
      refused(error)
    } finally {
      setSaving(false)
    }
  }

  function refused(refusal: Refusal) {
    if (refusal.statusCode === 401) return // the session reports this itself; the form stays as it is
    if (refusal.code === 'STALE_ROW' && refusal.data.theirs) return setTheirs(refusal.data.theirs as ApiRow)
    if (refusal.faults.length > 0) return refuse(refusal.faults.map(fault => onForm(fault, fields)))
    const reference = refusal.requestId && ` Reference: ${refusal.requestId}`
    refuse([{ field: '', code: refusal.code, message: refusal.message + reference }])
  }

  /** Makes the other person's version the base of the form. */
  function startFromTheirs(row: ApiRow): RowValues {
    const fresh = formValues(resource, row)
    setBase(fresh)
    setVersion(row.rowVersion)
    setTheirs(undefined)
    return fresh
  }

  function loadTheirs() {
    if (!theirs) return
    setValues(startFromTheirs(theirs))
    setFaults([])
  }

  function merge(chosen: Record<string, Side>, reactivate: boolean) {
    if (!theirs) return
    const together = mergeRows(resource, base, values, theirs, chosen)
    const fresh = startFromTheirs(theirs)
    void save(together, fresh, theirs.rowVersion, reactivate ? { isActive: true } : {})
  }

  /** The body that saving would send; null while nothing is changed. */
  function pendingBody(): RowValues | null {
    const cleaned = withoutInapplicable(enteredOnly(resource, declared), clean(resource, values))
    const shown = applicableFields(declared, cleaned, row && base)
    if (!row) return pickEntered(shown, cleaned)
    const changed = changedValues(resource, base, withStart(cleaned, base))
    return Object.keys(changed).length === 0 ? null : { ...changed, rowVersion: version }
  }

  return {
    fields,
    values,
    base,
    amounts,
    begins,
    setBegins: (day: string | null) => {
      setBegins(day)
      setFaults(old => old.filter(({ field }) => field !== 'validFrom'))
    },
    succeeds: isSucceeded(values, base),
    changed: changedValues(resource, base, values),
    why,
    setWhy,
    faults,
    attempt,
    theirs,
    saving,
    set,
    checkField,
    pendingBody,
    save: () => save(values, base, version),
    isDirty: () => !saved.current && Object.keys(changedValues(resource, base, latest.current)).length > 0,
    loadTheirs,
    merge,
  }
}

/** A new price begins with the next month, as they do, where the present one does not end before. */
function firstDay(today: string, ends: string): string {
  const next = monthsLater(`${today.slice(0, 7)}-01`, 1)
  return ends < next ? today : next
}

const startFaults = (day: unknown, today: string): Fault[] =>
  isDay(String(day)) && String(day) >= today
    ? []
    : [{ field: 'validFrom', code: 'RANGE', message: 'Begins must be today or a later day' }]

/** An error of a field that is not on the form is shown above it, without a link. */
const onForm = (fault: Fault, fields: readonly FormField[]): Fault =>
  fault.field === 'why' || fields.some(one => one.name === fault.field && (one.editable || fault.field === 'validFrom'))
    ? fault
    : { ...fault, field: '' }

const pickEntered = (fields: readonly FormField[], values: RowValues): RowValues =>
  Object.fromEntries(fields.filter(one => one.editable).map(({ name }) => [name, values[name]]))

/** The resource with only the editable fields, since only those are cleared when they stop applying. */
const enteredOnly = (resource: Resource, fields: readonly FormField[]): Resource => ({
  ...resource,
  fields: Object.fromEntries(fields.filter(one => one.editable).map(({ name, field }) => [name, field])),
})
