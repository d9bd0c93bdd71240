import { cellId } from '../pad/pad.ts'

/** What is wrong in a row of the order pad, below it; `told` has a sentence a line. */
export function PadTold({ at, told }: { at: string; told: string }) {
  return (
    <tr className="pad-told">
      <td />
      <td colSpan={9} id={`${cellId(at, 'product')}-told`}>
        {told.split('\n').map(sentence => (
          <span key={sentence} className="field-error">
            {sentence}
          </span>
        ))}
      </td>
    </tr>
  )
}
