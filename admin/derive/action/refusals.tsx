/** The reasons of a refusal, one sentence each; announced to screen readers as soon as they appear. */
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
