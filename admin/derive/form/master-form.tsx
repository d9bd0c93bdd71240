import { Button } from 'antd'
import { useEffect, useMemo, useRef } from 'react'
import { Link } from 'react-router'
import { awaitsSecondPerson, isConfirmed, onlyProposes } from '../../../resources/define/confirmation.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { show } from '../../../resources/define/show.ts'
import { keptOf } from '../../../resources/define/succession.ts'
import { whatIfWords } from '../../../resources/orders/what-if/what-if.ts'
import { type May, usePerson } from '../../account/person.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { pathOf } from '../../shell/screens.ts'
import { useDebounced } from '../../shell/use-debounced.ts'
import { TouchedOrders } from '../action/touched-orders.tsx'
import { useWhatIf } from '../action/use-what-if.ts'
import type { SaidHeader } from '../record/record-header.ts'
import { plainDay, readOn } from '../record/when.ts'
import { amountNameOf, lowerFirst } from '../show/row-header.ts'
import { useNarrow } from '../use-narrow.ts'
import type { ApiRow } from '../value-text.ts'
import { type FormField, formFields } from './fields-of.ts'
import { Follows, succeededText } from './follows.tsx'
import { SecondPerson, Unchanged } from './form-beside.tsx'
import { Neighbours } from './neighbours.tsx'
import { FormBody, SavedForm } from './row-form.tsx'
import { UnsavedGuard } from './unsaved.ts'
import { type RowFormState, useRowForm } from './use-row-form.ts'
import '../record/record.css'
import './master-form.css'

/** How long somebody pauses before the open orders are asked about. */
const PAUSE_MS = 600

/**
 * The form of a row, a new one where `row` is absent: what the change does and whom it touches before it is saved, the
 * inputs, and beside them what stays.
 */
export function MasterForm({
  resource,
  start,
  row,
  header,
  from,
  onSaved,
  onCancel,
}: {
  resource: Resource
  start: RowValues
  row?: ApiRow | undefined
  header: Pick<SaidHeader, 'who' | 'keys'>
  from: { title: string; path: string }
  onSaved: (row: ApiRow) => void
  onCancel: () => void
}) {
  const { may, user } = usePerson()
  const declared = useMemo(
    () => (row ? fieldsOfRow(resource, row, may) : formFields(resource, true, may)),
    [resource, row, may],
  )
  const form = useRowForm({ resource, declared, start, row, onSaved })
  const box = useRef<HTMLDivElement>(null)
  const onPhone = useNarrow()
  const today = readOn()
  const { changed } = form
  const isChanged = Object.keys(changed).length > 0
  const body = form.pendingBody()
  const asked = useDebounced(JSON.stringify(questionOf(row?.id, body)), PAUSE_MS)
  const { data: answer, isFetching } = useWhatIf(resource, isChanged ? JSON.parse(asked) : null)
  const isAnswered = answer !== undefined && !isFetching && isChanged
  const waits =
    isConfirmed(resource) &&
    (!row ||
      ((!resource.proposedBy || onlyProposes(resource, user.roles)) &&
        awaitsSecondPerson(resource, { ...row, ...form.base }, isChanged ? changed : { changes: true }))) &&
    answer?.waits !== false
  const act = row ? actText(resource, { ...form, waits }, today) : `Create ${resource.one}`

  // Whoever changes a price comes for its amount.
  const focused = form.amounts[0]
  useEffect(() => {
    if (focused === undefined || onPhone) return
    const input = box.current?.querySelector<HTMLInputElement>(`[id$="-${focused}"]`)
    input?.focus()
    input?.select?.()
  }, [focused, onPhone])

  const acts = (
    <div className={onPhone ? 'record-bar' : 'record-acts'}>
      <Button type="primary" htmlType="submit" loading={form.saving} aria-keyshortcuts="Control+Enter">
        {act}
        {!onPhone && (
          <span className="record-letter" aria-hidden="true">
            Ctrl ↵
          </span>
        )}
      </Button>
      <Button onClick={onCancel}>Discard</Button>
    </div>
  )
  const amount = row && amountOf(resource, form, row)
  return (
    <SavedForm
      resource={resource}
      className={onPhone ? 'record master-form has-bar' : 'record master-form'}
      save={form.save}
    >
      <UnsavedGuard isDirty={form.isDirty} />
      <div className="record-head form-head">
        <nav aria-label="Breadcrumb" className="breadcrumb record-crumb">
          <Link to={from.path}>
            <Icon name="left" size={11} /> {from.title}
          </Link>
          {row && (
            <span className="record-place">
              <Neighbours resource={resource} id={row.id} pathTo={pathOf.edit} />
            </span>
          )}
        </nav>
        <div className="record-who">
          <div>
            <h1>{header.who}</h1>
            <p className="record-keys">{header.keys.map(({ text }) => text).join(' · ')}</p>
          </div>
          {amount && (
            <p className="record-amount">
              {amount.value} <small>{amount.small}</small>
            </p>
          )}
        </div>
      </div>
      <div className="form-now">
        <div className="record-now">
          <p className="record-say" role="status">
            <strong className="form-unsaved">
              <Icon name="edit" /> {row && !isChanged ? 'Nothing is changed yet' : 'Not saved'}
            </strong>{' '}
            <span>
              {isChanged && row && `Changes ${labelsOf(resource, changed)}. `}
              {isAnswered && whatIfWords(answer).join(' ')}
              {!row && resource.purpose}
            </span>
          </p>
          {!onPhone && acts}
        </div>
      </div>
      <div ref={box} className="record-body form-columns">
        <div>
          <div className="record-rows">
            <div className="form-box">
              <FormBody resource={resource} form={form} row={row} />
            </div>
          </div>
          {row && resource.dated && <Follows resource={resource} row={row} form={form} proposes={waits} />}
          {isAnswered && <TouchedOrders answer={answer} />}
        </div>
        <div>
          {waits && <SecondPerson resource={resource} isNew={!row} />}
          {row && <Unchanged resource={resource} form={form} row={row} />}
        </div>
      </div>
      {onPhone && acts}
    </SavedForm>
  )
}

/**
 * The fields of the form of a row: without what this person does not see, of which an empty value would be wrong. Whom
 * and what a row is for stays once it has counted.
 */
function fieldsOfRow(resource: Resource, row: ApiRow, may: May): FormField[] {
  const kept = keptOf(resource, row, readOn())
  return formFields(resource, false, may)
    .filter(({ name }) => name in row)
    .map(one => (one.editable && kept.includes(one.name) ? { ...one, editable: false, readOnlyBy: 'force' } : one))
}

/** `Change net price from 1 Dec`; `Propose` where another person confirms it. */
function actText(
  resource: Resource,
  { succeeds, changed, amounts, begins, waits }: RowFormState & { waits: boolean },
  today: string,
) {
  const day = begins ? ` from ${plainDay(begins, today)}` : ''
  const isBegun = succeeds || (amounts.length > 0 && Object.keys(changed).length === 0)
  if (isBegun) return `${waits ? 'Propose' : 'Change'} ${lowerFirst(succeededText(resource, changed, amounts))}${day}`
  return waits && Object.keys(changed).length > 0 ? 'Propose changes' : 'Save changes'
}

/** The amount as it will be, and what it is now. */
function amountOf(resource: Resource, { base, values, succeeds, begins }: RowFormState, row: ApiRow) {
  const name = amountNameOf(resource)
  const field = name === undefined ? undefined : resource.fields[name]
  if (!field || !(name! in row) || (values[name!] ?? null) === null) return undefined
  const [now, then] = [base[name!], values[name!]]
  const isNew = typeof then === 'number' && then !== now
  const label = lowerFirst(labelOf(name!, field))
  if (!isNew) return { value: show(field, now), small: label }
  const from = succeeds && begins ? `from ${plainDay(begins, readOn())}; ` : ''
  return { value: show(field, then), small: `${from}now ${show(field, now)}` }
}

/** `net price and approval reference`; of many the first three. */
function labelsOf({ fields }: Resource, changed: RowValues) {
  const labels = Object.keys(changed).map(name => lowerFirst(labelOf(name, fields[name]!)))
  const shown = labels.length > 4 ? [...labels.slice(0, 3), `${labels.length - 3} more`] : labels
  return new Intl.ListFormat('en-IN').format(shown)
}

const questionOf = (id: number | undefined, row: RowValues | null) =>
  row === null ? null : { row, ...(id !== undefined && { id }) }
