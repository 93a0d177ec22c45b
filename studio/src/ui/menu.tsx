import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import type { ReactElement } from 'react';
import { Icon, type IconName } from './icon.js';

export interface MenuEntry {
  readonly label: string;
  readonly icon?: IconName;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
}

/** A menu of secondary actions. */
export function Menu({
  entries,
  children,
}: {
  readonly entries: readonly MenuEntry[];
  readonly children: ReactElement;
}) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4} collisionPadding={8}>
          {entries.map(({ label, icon, danger, disabled, onSelect }) => (
            <DropdownMenu.Item
              key={label}
              className={danger === true ? 'menu-item menu-item-danger' : 'menu-item'}
              disabled={disabled}
              onSelect={onSelect}
            >
              {icon && <Icon name={icon} />}
              {label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
