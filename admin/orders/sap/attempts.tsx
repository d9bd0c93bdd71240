import type { ShownAttempt } from '../../../resources/orders/sap/sap-message.ts'
import { momentText } from '../../derive/value-text.ts'

/** Every attempt to send a message, the latest first, each with SAP's reply as it came. */
export function Attempts({ tries, attempts }: { tries: readonly ShownAttempt[]; attempts: number }) {
  return (
    <section>
      <h3>Attempts</h3>
      {tries.length === 0 ? (
        <p className="quiet">
          {attempts === 0
            ? 'It was not sent yet.'
            : 'Its attempts were made before the portal kept them one by one; the last error is shown above.'}
        </p>
      ) : (
        <ol className="sap-tries">
          {tries.map(one => (
            <li key={one.id}>
              <p>
                <strong>{momentText(one.at)}</strong>{' '}
                <span className="quiet">
                  attempt {one.attemptNo} · {durationText(one.ms)} ·{' '}
                  {one.httpStatus === null ? 'no answer' : `HTTP ${one.httpStatus}`}
                  {one.errorClass && ` · ${one.errorClass}`} · process {one.process}
                </span>
              </p>
              <p>{one.means}</p>
              {one.warns.map(sentence => (
                <p key={sentence}>SAP warned: {sentence}</p>
              ))}
              {one.errorText && <p className="quiet">{one.errorText}</p>}
              {one.asked && <p className="quiet sap-asked">{one.asked}</p>}
              {one.reply && (
                <details>
                  <summary>SAP’s reply (verbatim)</summary>
                  {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
                  <pre className="sent-text" tabIndex={0}>
                    {indented(one.reply)}
                  </pre>
                </details>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

const durationText = (ms: number) => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`)

/** JSON is indented; a reply that was cut, or is none, is shown as it came. */
function indented(reply: string) {
  try {
    return JSON.stringify(JSON.parse(reply), null, 2)
  } catch {
    return reply
  }
}
