import { Button } from 'antd'
import { momentText } from '../../derive/value-text.ts'
import type { LocalCopy } from './local-copy.ts'

/** Content of an earlier visit that is stored on this device and in no draft: restore or discard it. */
export function RestoreCopy({
  copy,
  onTake,
  onDiscard,
}: {
  copy: LocalCopy
  onTake: () => void
  onDiscard: () => void
}) {
  const count = copy.lines.length + copy.tray.length
  return (
    <div className="notice-box is-warning trouble" role="status">
      <p>
        This device holds changes of {momentText(copy.at)} that were not saved: {count} {count === 1 ? 'row' : 'rows'}.
      </p>
      <span className="notice-actions">
        <Button type="primary" onClick={onTake}>
          Go on with them
        </Button>
        <Button onClick={onDiscard}>Discard them</Button>
      </span>
    </div>
  )
}
