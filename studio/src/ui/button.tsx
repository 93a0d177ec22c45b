import type { ButtonHTMLAttributes, MouseEvent } from 'react';
import { Icon, type IconName } from './icon.js';
import { Tip } from './tip.js';

type Look = 'plain' | 'primary' | 'danger' | 'quiet';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: Look;
  readonly icon?: IconName;
  readonly small?: boolean;
  /** Busy: the button is disabled, also for screen readers. */
  readonly busy?: boolean;
}

const buttonClass = (look: Look = 'plain', small = false, more = '') =>
  `button button-${look}${small ? ' button-small' : ''} ${more}`.trim();

export function Button({ look, icon, small, busy, children, className = '', ...rest }: ButtonProps) {
  // Disabling a button would drop its focus; a busy one keeps it.
  const whileBusy = busy === true && {
    'aria-busy': true,
    'aria-disabled': true,
    onClick: (event: MouseEvent) => event.preventDefault(),
  };
  return (
    <button type="button" {...rest} className={buttonClass(look, small, className)} {...whileBusy}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'children'> {
  readonly icon: IconName;
  /** Its accessible name and tooltip. */
  readonly label: string;
}

export function IconButton({ label, icon, className = '', ...rest }: IconButtonProps) {
  return (
    <Tip text={label}>
      <Button look="quiet" {...rest} icon={icon} aria-label={label} className={`button-icon ${className}`} />
    </Tip>
  );
}
