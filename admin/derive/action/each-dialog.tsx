import { useInvalidate } from '@refinedev/core'
import { Button } from 'antd'
import { useState } from 'react'
import { inputsOf } from '../../../resources/define/action-inputs.ts'
import { fulfils } from '../../../resources/define/condition.ts'
import { conditionText } from '../../../resources/define/condition-text.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { clean, type Fault, validate, withDefaults } from '../../../resources/define/validate.ts'
import { api, isRefusal } from '../../shell/api.ts'
import { hintText } from '../form/hint-text.ts'
import { PlainGrid } from '../grid/plain-grid.tsx'
import { type ApiRow, labelOfOption, rowText } from '../value-text.ts'
import { ActionInputs } from './action-inputs.tsx'
import { Dialog } from './dialog.tsx'

/** What one request after the other may take, while somebody waits. */
const MOST = 100

interface Answer {
  id: number
  result: 'Done' | 'Refused' | 'Left out'
  sentence: string
}

/**
 * Runs a declared action on many rows one after the other. Each row is saved or refused by itself and answers in a
 * sentence of its own; the inputs are given once, or for every row.
 */
export default function EachDialog(dialog: {
  resource: Resource
  name: string
  rows: readonly ApiRow[]
  onClose: () => void
  onTaken?: (() => void) | undefined
}) {
  const { resource, name, rows, onClose, onTaken } = dialog
  const action = resource.actions[name]!
  const form = inputsOf(resource, action)
  const invalidate = useInvalidate()
  const [open] = useState(() => rows.filter(row => fulfils(action.when, row)))
  const [values, setValues] = useState<Record<number, RowValues>>({})
  const [faults, setFaults] = useState<Record<number, Fault[]>>({})
  const [busy, setBusy] = useState(false)
  const [answers, setAnswers] = useState<Answer[]>()
  const asksPerRow = action.inputsPerRow
  const sets = asksPerRow ? open.map(({ id }) => id) : [0]
  const given = (id: number) => clean(form, values[asksPerRow ? id : 0] ?? withDefaults(form, {}))

  async function take() {
    const wrong = Object.fromEntries(sets.map(id => [id, validate(form, given(id))]))
    setFaults(wrong)
    const first = sets.find(id => wrong[id]!.length > 0)
    if (first !== undefined) return document.getElementById(`each-${first}-${wrong[first]![0]!.field}`)?.focus()
    setBusy(true)
    const answersSoFar: Answer[] = rows
      .filter(row => !open.includes(row))
      .map(({ id }): Answer => ({ id, result: 'Left out', sentence: leftOut }))
    setAnswers([...answersSoFar])
    for (const row of open) {
      answersSoFar.push(await takeOne(row))
      setAnswers([...answersSoFar])
    }
    setBusy(false)
  }

  const leftOut = `${action.label} is possible only while ${conditionText(action.when, resource.fields, labelOfOption)}`

  async function takeOne({ id, rowVersion }: ApiRow): Promise<Answer> {
    const body = { action: name, asked: given(id), rows: [{ id, rowVersion }] }
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    try {
      const { data } = await api.post<{ message?: string }>(`/${resource.path}/actions`, body, { headers })
      return { id, result: 'Done', sentence: data.message ?? 'Saved.' }
    } catch (error) {
      if (!isRefusal(error)) throw error
      return { id, result: 'Refused', sentence: error.message }
    }
  }

  function close() {
    if (busy) return
    onClose()
    if (!answers) return
    onTaken?.()
    void invalidate({ resource: resource.path, invalidates: ['resourceAll'] })
  }

  const tooMany = open.length > MOST
  const done = answers?.filter(({ result }) => result === 'Done').length ?? 0
  const title = `${action.label}: ${rows.length} rows`
  const inputs = (id: number) => (
    <ActionInputs
      form={form}
      id={`each-${id}`}
      values={values[id] ?? withDefaults(form, {})}
      faults={faults[id] ?? []}
      onChange={(field, value) => {
        setValues(old => ({ ...old, [id]: { ...old[id], [field]: value } }))
        setFaults(old => ({ ...old, [id]: (old[id] ?? []).filter(fault => fault.field !== field) }))
      }}
    />
  )
  const textOf = (id: number) => rowText(resource, rows.find(row => row.id === id)!)
  return (
    <Dialog
      open
      width={asksPerRow || answers ? 720 : 416}
      title={title}
      onCancel={close}
      footer={
        answers ? (
          <Button type="primary" loading={busy} onClick={close}>
            Close
          </Button>
        ) : (
          <>
            <Button onClick={close}>Back</Button>
            <Button type="primary" danger={action.danger} disabled={tooMany} onClick={() => void take()}>
              {action.label}
            </Button>
          </>
        )
      }
    >
      {answers ? (
        <>
          <p role="status">
            {busy ? `${answers.length} of ${rows.length} answered...` : `${done} of ${rows.length} done.`}
          </p>
          <PlainGrid
            label="Answers"
            rows={rows.flatMap(({ id }) => answers.find(answer => answer.id === id) ?? [])}
            columns={[
              { head: resource.fields[resource.display[0]!]?.label ?? 'Row', value: row => textOf(row.id) },
              { head: 'Result', value: row => row.result },
              { head: 'Details', value: row => row.sentence },
            ]}
          />
        </>
      ) : (
        <>
          {action.confirm && <p>{hintText(action.confirm)}</p>}
          {tooMany && <p role="alert">Select at most {MOST}: each row is saved separately.</p>}
          {open.length < rows.length && (
            <p>
              {rows.length - open.length} will be left out. {leftOut}.
            </p>
          )}
          {!asksPerRow && inputs(0)}
          {asksPerRow &&
            open.slice(0, MOST).map(({ id }) => (
              <fieldset key={id} className="each-row">
                <legend>{textOf(id)}</legend>
                {inputs(id)}
              </fieldset>
            ))}
        </>
      )}
    </Dialog>
  )
}
