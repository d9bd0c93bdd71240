import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Resource } from '../../../resources/define/resource.ts'
import { dayText } from '../../../resources/define/show.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import type { Control } from '../../derive/form/control.ts'
import DayInput from '../../derive/form/day-input.tsx'
import { NumberInput } from '../../derive/form/number-input.tsx'
import { ReferencePicker } from '../../derive/form/reference-picker.tsx'
import { isRefusal } from '../../shell/api.ts'
import { type BatchFileRow, correctFiles, leaveOut } from './batch-api.ts'

const target = lr as unknown as Resource

/** One file of an upload: the LR it belongs to and what it says, correctable until it is uploaded. */
export function BatchFileLine({
  file,
  page,
  isOpen,
  onChanged,
}: {
  file: BatchFileRow
  /** Which page of its POD it is; the first says what the POD says. */
  page: number
  isOpen: boolean
  onChanged: () => void
}) {
  const [problem, setProblem] = useState('')
  const id = `pod-file-${file.id}`
  const isChangeable = isOpen && (file.result === 'TRAY' || file.result === 'MATCHED')
  const editable = isChangeable && page === 1

  async function change(work: () => Promise<unknown>) {
    setProblem('')
    try {
      await work()
      onChanged()
    } catch (error) {
      if (!isRefusal(error)) throw error
      setProblem(error.faults[0]?.message ?? error.message)
    }
  }
  const correct = (changes: Partial<BatchFileRow>) =>
    void change(() => correctFiles(file.batchId, [{ id: file.id, ...changes }]))
  const control = (of: string): Control => ({ id: `${id}-${of}`, 'aria-describedby': `${id}-why` })
  const label = (of: string, text: string) => (
    <label className="for-readers" htmlFor={`${id}-${of}`}>
      {text} of {file.fileName}
    </label>
  )
  const why = problem || file.message

  return (
    <tr>
      <th scope="row" data-label="File">
        {file.attachmentId ? (
          <a href={`/api/attachments/${file.attachmentId}/file`} download>
            {file.fileName}
          </a>
        ) : (
          file.fileName
        )}
      </th>
      <td data-label="LR">
        {editable ? (
          <>
            {label('lr', 'LR')}
            <ReferencePicker
              {...control('lr')}
              target={target}
              text={file.texts.lrId}
              value={file.lrId}
              onChange={lrId => correct({ lrId })}
            />
            {file.lrId === null &&
              file.candidates?.map(({ lrId, text }) => (
                <Button key={lrId} size="small" onClick={() => correct({ lrId })}>
                  {text}
                  <span className="for-readers"> for {file.fileName}</span>
                </Button>
              ))}
          </>
        ) : (
          file.lrId !== null && <Link to={`/dispatches/lr/${file.lrId}`}>{file.texts.lrId}</Link>
        )}
      </td>
      <td data-label="Delivered on">
        {editable ? (
          <>
            {label('day', 'Delivered on')}
            <DayInput {...control('day')} value={file.deliveredOn} onChange={deliveredOn => correct({ deliveredOn })} />
          </>
        ) : (
          page === 1 && file.deliveredOn && dayText(file.deliveredOn)
        )}
      </td>
      {(['packagesReceived', 'shortagePackages', 'damagePackages'] as const).map((name, at) => (
        <td key={name} data-label={packageLabels[at]} className="is-number">
          {editable ? (
            <>
              {label(name, `Packages ${packageLabels[at]!.toLowerCase()}`)}
              <Count control={control(name)} value={file[name]} onChange={value => correct({ [name]: value })} />
            </>
          ) : (
            page === 1 && file[name]
          )}
        </td>
      ))}
      <td data-label="Result">
        <span
          id={`${id}-why`}
          className={file.result === 'TRAY' || file.result === 'REFUSED' || problem ? 'field-error' : undefined}
        >
          {why ?? (page > 1 ? `Page ${page} of this POD` : words[file.result])}
        </span>
        {isChangeable && (
          <Button size="small" onClick={() => void change(() => leaveOut(file.batchId, file.id))}>
            Leave out<span className="for-readers"> {file.fileName}</span>
          </Button>
        )}
      </td>
    </tr>
  )
}

export const packageLabels = ['Received', 'Short', 'Damaged'] as const

const words: Record<BatchFileRow['result'], string> = {
  MATCHED: 'Ready to upload',
  PROPOSED: 'Proposed',
  TRAY: 'Needs correction',
  REFUSED: 'Refused',
  UPLOADED: 'Uploaded',
  LEFT_OUT: 'Left out',
}

/** A number that is sent when its box is left. */
function Count({
  control,
  value,
  onChange,
}: {
  control: Control
  value: number | null
  onChange: (value: number) => void
}) {
  const [typed, setTyped] = useState<number | string | null>(value)
  return (
    <NumberInput
      {...control}
      scale={0}
      value={typed}
      onChange={setTyped}
      onBlur={() => {
        if (typeof typed === 'number' && typed !== value) onChange(typed)
      }}
    />
  )
}
