/** Why something was refused, a sentence each; read out as soon as it stands there. */
export function Refusals({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <div role="alert" className="field-error">
      <ul>
        {sentences.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}
