import { durationWords } from '../../../resources/platform/reading-words.ts'

const [WIDTH, HEIGHT, EDGE] = [96, 24, 2]

/** How long the last readings took, as a small line; its text says the same. */
export function Sparkline({ seconds }: { seconds: readonly number[] }) {
  const words = durationWords(seconds)
  if (!words) return null
  return (
    <span className="sap-trend">
      {seconds.length > 1 && (
        <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
          <polyline points={pointsOf(seconds)} fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      )}
      <span className="quiet">{words}.</span>
    </span>
  )
}

function pointsOf(seconds: readonly number[]): string {
  const most = Math.max(...seconds, 0.1)
  const step = (WIDTH - 2 * EDGE) / (seconds.length - 1)
  return seconds
    .map((value, index) => [EDGE + index * step, HEIGHT - EDGE - (value / most) * (HEIGHT - 2 * EDGE)])
    .map(point => point.map(at => at.toFixed(1)).join(','))
    .join(' ')
}
