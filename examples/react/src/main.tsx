import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import './style.css';

const { url } = (await (await fetch('/earshot.json')).json()) as { url: string };
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App url={url} />
  </StrictMode>,
);
