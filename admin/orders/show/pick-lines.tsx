import { Checkbox } from 'antd'
import { useState } from 'react'
import { quantityText } from '../../../resources/define/show.ts'
import type { StepFormProps } from './step-form.ts'

/** The open lines of an order, to choose which to delete. */
export default function PickLines({ lines, onSay: onChange }: StepFormProps) {
  const [picked, setPicked] = useState<number[]>([])
  const open = lines.filter(({ lineStatus }) => lineStatus === 'OPEN')
  function pick(lineNos: number[]) {
    setPicked(lineNos)
    onChange({ lineNos })
  }
  return (
    <fieldset className="step-choice">
      <legend>Which lines?</legend>
      <Checkbox.Group
        className="step-lines"
        value={picked}
        options={open.map(({ lineNo, texts, qty, uom }) => ({
          value: lineNo,
          label: `${lineNo} · ${texts.productId} · ${quantityText(qty)} ${uom}`,
        }))}
        onChange={pick}
      />
    </fieldset>
  )
}
