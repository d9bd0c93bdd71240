import type { Resource } from '../../resources/define/resource.ts'
import { placeholdersOf, withSamples } from '../../resources/platform/message-placeholders.ts'
import type { ApiRow } from '../derive/value-text.ts'
import './messages.css'

/** A template as its recipient would read it, with sample values, and the placeholders it may use. */
export default function TemplatePreview({ row }: { resource: Resource; row: ApiRow }) {
  const { code, subject, body } = row as ApiRow & { code: string; subject: string | null; body: string }
  const words = placeholdersOf(code)
  const shown = (text: string) => withSamples(text, window.location.origin)
  return (
    <section className="panel" aria-labelledby="template-preview">
      <h2 id="template-preview">Preview</h2>
      {subject && <strong>{shown(subject)}</strong>}
      <pre className="message-body">{shown(body)}</pre>
      <p className="quiet">
        {words
          ? `With samples. It may name ${words.map(word => `{${word}}`).join(', ')}.`
          : 'The portal itself sends no message of this code.'}
      </p>
    </section>
  )
}
