import { Button, Input } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { showNumber } from '../../../resources/define/show.ts'
import { clean } from '../../../resources/define/validate.ts'
import { showSuccess } from '../../shell/notices/notices.ts'
import { queryFrom } from '../../shell/query.ts'
import { FieldRow } from '../form/field-row.tsx'
import type { SelectedRows } from '../grid/use-selection.tsx'
import { type ListState, listRequest } from '../list/list-state.ts'
import { BulkFields } from './bulk-fields.tsx'
import { BulkPreview } from './bulk-preview.tsx'
import { Dialog } from './dialog.tsx'
import { FormulaFields, FromRow, useFormulaFields } from './formula-fields.tsx'
import { type Leave, LeavingFields, saidOf } from './leaving-fields.tsx'
import { formulaOf, newFormula, type TypedFormula } from './typed-formula.ts'
import { useBulk } from './use-bulk.ts'
import { useMayRound, useRound } from './use-round.ts'

const DayInput = lazy(() => import('../form/day-input.tsx'))
const WhatIf = lazy(() => import('./what-if.tsx'))

/** The kind of bulk change; also the word to type when more than a hundred rows are changed. */
export type BulkKind = 'CHANGE' | 'DEACTIVATE' | 'ACTIVATE'

/** More rows than this are changed as a round. */
export const MOST_AT_ONCE = 5000
const UNTYPED_ROWS = 100
const words = {
  CHANGE: { title: 'Edit', verb: 'Change', past: 'changed' },
  DEACTIVATE: { title: 'Deactivate', verb: 'Deactivate', past: 'inactive now' },
  ACTIVATE: { title: 'Reactivate', verb: 'Reactivate', past: 'active again' },
} as const

const rowsText = (count: number) => `${showNumber(count)} ${count === 1 ? 'row' : 'rows'}`

/**
 * Changes many rows: the values to set, a preview with every row that cannot be changed, and a typed confirmation when
 * they are many.
 */
export default function BulkDialog(dialog: {
  resource: Resource
  state: ListState
  kind: BulkKind
  marked: SelectedRows
  onClose: () => void
  onDone: () => void
}) {
  const { resource, state, kind, marked } = dialog
  const [values, setValues] = useState<RowValues>({})
  const [typed, setTyped] = useState('')
  const [leave, setLeave] = useState<Leave>({ lastDay: null, why: null })
  const why = leave.why ?? ''
  const leaves = kind === 'DEACTIVATE'
  const { validTo } = saidOf(leave)
  const numbers = useFormulaFields(resource)
  const mayRound = useMayRound(resource)
  const [byFormula, setFormula] = useState<TypedFormula | null>(null)
  const [from, setFrom] = useState<string | null>(null)
  const aim = aimOf(resource, state, marked)
  const bulk = useBulk(resource, aim, leaves && validTo ? { validTo } : {})
  const round = useRound(resource, 'filter' in aim.rows ? aim.rows.filter : { id: { $in: aim.rows.ids } })
  const [asRound, setAsRound] = useState(false)
  const isRound = kind === 'CHANGE' && (marked.count > MOST_AT_ONCE || (asRound && byFormula !== null))
  const isDated = kind === 'CHANGE' && resource.dated && !resource.fields.validFrom?.sap
  const set = kind === 'CHANGE' ? clean(resource, values) : { isActive: kind === 'ACTIVATE' }
  const formula = byFormula ? formulaOf(byFormula) : undefined
  const change = { change: byFormula ? {} : set, formula, from: isDated ? from : null }
  const { title, verb, past } = words[kind]
  const { preview } = bulk
  const many = preview !== undefined && preview.count - preview.leftOut > UNTYPED_ROWS
  const ready =
    preview &&
    preview.changed > 0 &&
    preview.failures.length === 0 &&
    (!many || typed === kind) &&
    !(leaves && preview.ended > 0 && why.trim() === '')
  const nothing = byFormula ? !formula : Object.keys(set).length === 0
  const refusal = bulk.refusal ?? round.refusal
  const onTyped = (typed: TypedFormula | null) => {
    setFormula(typed)
    bulk.forget()
  }

  async function take() {
    const outcome = await bulk.take(change, typed, why)
    if (!outcome) return
    const stay = outcome.leftOut + outcome.stale.length
    const rest = stay > 0 ? `, ${rowsText(stay)} left out` : ''
    const verb = outcome.changed === 1 ? 'is' : 'are'
    showSuccess(`${resource.title}: ${rowsText(outcome.changed)} ${verb} ${past}${rest}.`)
    dialog.onDone()
  }

  return (
    <Dialog
      open
      width={640}
      title={`${title} ${isRound ? 'all rows that match' : rowsText(bulk.aim.expected)} of ${resource.title}`}
      okText={isRound ? 'Prepare the round' : preview ? `${verb} ${rowsText(preview.changed)}` : 'Preview'}
      okButtonProps={{ danger: preview !== undefined && kind === 'DEACTIVATE', disabled: preview ? !ready : nothing }}
      cancelText="Cancel"
      confirmLoading={bulk.busy || round.busy}
      onOk={() => void (isRound ? round.start(change, why) : preview ? take() : bulk.loadPreview(change))}
      onCancel={dialog.onClose}
    >
      {kind === 'CHANGE' && numbers.length > 0 && (
        <fieldset className="bulk-ways">
          <legend className="for-readers">How the rows change</legend>
          <label>
            <input type="radio" name="way" checked={!byFormula} onChange={() => onTyped(null)} /> Set values
          </label>
          <label>
            <input
              type="radio"
              name="way"
              checked={byFormula !== null}
              onChange={() => onTyped(newFormula(numbers[0]!))}
            />{' '}
            Change by a formula
          </label>
        </fieldset>
      )}
      {kind === 'CHANGE' && byFormula ? (
        <FormulaFields
          resource={resource}
          names={numbers}
          typed={byFormula}
          faults={refusal?.faults ?? []}
          onChange={onTyped}
        />
      ) : kind === 'CHANGE' ? (
        <BulkFields
          resource={resource}
          values={values}
          faults={refusal?.faults ?? []}
          onChange={next => {
            setValues(next)
            bulk.forget()
          }}
        />
      ) : (
        <p>{leaves ? leavingText(resource) : `They become active and can be selected again.${againText(resource)}`}</p>
      )}
      {leaves && resource.dated && !resource.endsAtOnce && (
        <FieldRow id="bulk-day" label="Last day" hint="Of rows that were in use; leave empty for today">
          {control => (
            <Suspense fallback={<span role="status">Loading...</span>}>
              <DayInput
                {...control}
                value={leave.lastDay}
                onChange={lastDay => {
                  setLeave({ ...leave, lastDay })
                  bulk.forget()
                }}
              />
            </Suspense>
          )}
        </FieldRow>
      )}
      {isDated && (
        <FromRow
          from={from}
          faults={refusal?.faults ?? []}
          onChange={day => {
            setFrom(day)
            bulk.forget()
          }}
        />
      )}
      {byFormula && mayRound && marked.count <= MOST_AT_ONCE && (
        <label>
          <input type="checkbox" checked={asRound} onChange={({ target }) => setAsRound(target.checked)} /> As a round,
          which another person can look at and which is rolled back as one
        </label>
      )}
      {isRound && (
        <>
          <LeavingFields id="round" value={leave} onChange={setLeave} asksDay={false} needsWhy={false} />
          <p>
            The round is checked in the background and previewed first. Nothing changes until it is confirmed, and it
            can be rolled back as one.
          </p>
        </>
      )}
      {resource.whatIf && !isRound && (
        <Suspense>
          <WhatIf resource={resource} body={nothing ? null : bulk.requestBody(change)} />
        </Suspense>
      )}
      {refusal && (
        <div className="notice-box is-warning" role="alert">
          <p>{refusal.message}</p>
          {refusal.code === 'COUNT_MOVED' && (
            <Button
              onClick={() => bulk.loadPreview(change, bulk.leaveOut, { ...bulk.aim, expected: foundIn(refusal.data) })}
            >
              Continue with {rowsText(foundIn(refusal.data))}
            </Button>
          )}
        </div>
      )}
      {preview && !isRound && (
        <>
          <BulkPreview
            resource={resource}
            outcome={preview}
            formulaField={formula?.field}
            busy={bulk.busy}
            onLeaveOut={ids => void bulk.loadPreview(change, [...bulk.leaveOut, ...ids])}
          />
          {preview.changed > 0 && preview.failures.length === 0 && (
            <LeavingFields
              id="bulk"
              value={leave}
              onChange={setLeave}
              asksDay={false}
              needsWhy={leaves && preview.ended > 0}
            />
          )}
          {many && preview.failures.length === 0 && (
            <FieldRow id="bulk-word" label={`Type ${kind} to continue`} required>
              {control => (
                <Input
                  {...control}
                  autoComplete="off"
                  value={typed}
                  onChange={event => setTyped(event.target.value.trim().toUpperCase())}
                />
              )}
            </FieldRow>
          )}
        </>
      )}
    </Dialog>
  )
}

const leavingText = ({ dated }: Resource) =>
  dated
    ? 'Rows that were in use end with their last day, and earlier days keep them. The others become inactive.'
    : 'They are kept in the history and can be reactivated. They can no longer be selected in new orders or rows.'
const againText = ({ dated }: Resource) => (dated ? ' Rows that were in use start again today as new rows.' : '')

const foundIn = (data: Record<string, unknown>) => Number(data.found)

function aimOf(resource: Resource, state: ListState, marked: SelectedRows) {
  if (!marked.all) {
    const seen = marked.rows.map(({ id, rowVersion }) => ({ id, rowVersion }))
    return { rows: { ids: seen.map(({ id }) => id) }, expected: seen.length, seen }
  }
  const { filters, query } = listRequest(resource, state)
  return {
    rows: { filter: { ...queryFrom({ filters, pagination: { mode: 'off' } }), ...query } },
    expected: marked.count,
  }
}
