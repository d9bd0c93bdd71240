import { Icon } from '../shell/menu/icons.tsx'

/** The message of an empty list of problems. */
export const NothingHere = ({ message }: { message: string }) => (
  <div className="notice-box is-good" role="status">
    <p>
      <Icon name="check" /> {message}
    </p>
  </div>
)
