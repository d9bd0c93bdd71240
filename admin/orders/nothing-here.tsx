import { Icon } from '../shell/icons.tsx'

/** A list of troubles that is empty, which is good. */
export const NothingHere = ({ says }: { says: string }) => (
  <div className="notice-box is-good" role="status">
    <p>
      <Icon name="check" /> {says}
    </p>
  </div>
)
