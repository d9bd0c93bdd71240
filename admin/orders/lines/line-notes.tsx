import { cellId } from '../pad/pad.ts'

/** The errors of a pad row, below it; `errors` has one sentence per line. */
export function PadRowErrors({ at, errors }: { at: string; errors: string }) {
  return (
    <tr className="pad-told">
      <td />
      <td colSpan={9} id={`${cellId(at, 'product')}-told`}>
        {errors.split('\n').map(sentence => (
          <span key={sentence} className="field-error">
            {sentence}
          </span>
        ))}
      </td>
    </tr>
  )
}
