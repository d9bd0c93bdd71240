import { Icon } from '../shell/menu/icons.tsx'
import './palette-button.css'

/** The keys that open the palette, as they stand on this keyboard. */
export const FIND_KEYS = /Mac|iP(?:hone|ad)/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'

/** Opens the command palette. */
export const PaletteButton = ({ onPress }: { onPress: () => void }) => (
  <button
    type="button"
    className="palette-button"
    aria-haspopup="dialog"
    aria-keyshortcuts="Control+K"
    onClick={onPress}
  >
    <Icon name="search" size={16} />
    <span className="palette-button-words">Search or go to</span>
    <span className="palette-keys">{FIND_KEYS}</span>
  </button>
)
